/* SPDX-License-Identifier: MIT */
/* picture.c - |--enqueue(1)--|   |--dequeue -> empty--*
 *
 * Events get columns from left to right, as close as what stands in the
 * intervals allows.  Where that is too wide, intervals have numbers, and what
 * is still too wide is folded: the rest of all lanes below.
 */
#include <stdlib.h>
#include <string.h>

#include "report/picture.h"

enum {
	LABEL = 200,
	LEAST = 12, /* columns of a fold */
	NAME = 16,
	MOST = 20, /* bars; of more, the last ones */
};

struct bar {
	uint32_t op;
	char label[LABEL];
	int from, to; /* columns; to: of its last character */
	bool open;    /* it goes on behind the picture */
};

struct picture {
	const struct recorded *r;
	const struct linear_verdict *v;
	struct bar *bar;
	size_t bars;
	int margin; /* of names of threads */
	int columns;
	FILE *out;
};

struct moment {
	uint32_t rank;
	size_t bar;
	bool back;
};

static int by_rank(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	return x->rank < y->rank ? -1 : x->rank > y->rank;
}

static const struct linear_op *op_of(const struct picture *p, size_t i)
{
	return &p->r->history.op[p->bar[i].op];
}

/* The last rank that matters. */
static uint32_t until(const struct picture *p)
{
	return p->v->wrong == UINT32_MAX ? RANK_NEVER
					 : p->r->history.op[p->v->wrong].back;
}

static void name_bars(struct picture *p, bool numbers)
{
	for (size_t i = 0; i < p->bars; i++) {
		struct bar *b = &p->bar[i];
		const char *more = "";

		if (numbers)
			snprintf(b->label, sizeof b->label, "%zu", i + 1);
		else
			recorded_say(
				p->r, b->op, b->label, sizeof b->label - 16);
		if (op_of(p, i)->end == LINEAR_BLOCKED)
			more = numbers ? "w" : " waits";
		else if (op_of(p, i)->end == LINEAR_PENDING)
			more = numbers ? "?" : " -> ?";
		strcat(b->label, more);
	}
}

/* A byte is a column. */
static bool is_plain(const char *label)
{
	for (; *label; label++)
		if ((unsigned char)*label >= 0x80)
			return false;
	return true;
}

/* How far to the right a bar has to end. */
static int end_of(const struct bar *b)
{
	return b->from + (int)strlen(b->label) + 5;
}

/* A thread that went on: what it left pending is drawn up to there. */
static int close_earlier(struct picture *p, size_t i, int column)
{
	for (size_t k = 0; k < i; k++) {
		struct bar *b = &p->bar[k];

		if (!b->open || b->to ||
			op_of(p, k)->thread != op_of(p, i)->thread)
			continue;
		if (column < end_of(b) + 2)
			column = end_of(b) + 2;
		b->to = column - 2;
	}
	return column;
}

static bool lay_out(struct picture *p)
{
	struct moment *moment = calloc(2 * p->bars + 1, sizeof *moment);
	size_t n = 0;
	int column = -1;

	if (!moment)
		return false;
	for (size_t i = 0; i < p->bars; i++) {
		const struct linear_op *op = op_of(p, i);

		moment[n++] = (struct moment){op->call, i, false};
		p->bar[i].to = 0;
		p->bar[i].open = op->back == RANK_NEVER || op->back > until(p);
		if (!p->bar[i].open)
			moment[n++] = (struct moment){op->back, i, true};
	}
	qsort(moment, n, sizeof *moment, by_rank);
	p->columns = 0;
	for (size_t k = 0; k < n; k++) {
		struct bar *b = &p->bar[moment[k].bar];

		column += k && moment[k - 1].back && !moment[k].back ? 2 : 1;
		if (moment[k].back) {
			if (column < end_of(b))
				column = end_of(b);
			b->to = column;
		} else {
			column = close_earlier(p, moment[k].bar, column);
			b->from = column;
		}
	}
	for (size_t i = 0; i < p->bars; i++)
		if (p->bar[i].open && !p->bar[i].to &&
			end_of(&p->bar[i]) > column)
			column = end_of(&p->bar[i]);
	for (size_t i = 0; i < p->bars; i++)
		if (p->bar[i].open && !p->bar[i].to)
			p->bar[i].to = column + 1;
	p->columns = column + 2;
	free(moment);
	return true;
}

/* Onto a lane, of which the first column is `from`. */
static void draw(const struct picture *p, const struct bar *b, char *lane)
{
	size_t length = strlen(b->label);

	memset(&lane[b->from], '-', (size_t)(b->to - b->from));
	lane[b->from] = '|';
	memcpy(&lane[b->from + 3], b->label, length);
	lane[b->to] = b->open ? '>' : b->op == p->v->wrong ? '*' : '|';
}

static void print_lane(const struct picture *p, uint32_t thread,
	const char *lane, int from, int to)
{
	int n = to - from;

	while (n > 0 && lane[from + n - 1] == ' ')
		n--;
	fprintf(p->out, " %-*.*s ", p->margin, p->margin,
		recorded_thread(p->r, thread));
	fprintf(p->out, " %.*s\n", n, &lane[from]);
}

static bool is_new(const struct picture *p, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (op_of(p, k)->thread == op_of(p, i)->thread)
			return false;
	return true;
}

static void print_fold(const struct picture *p, char *lane, int from, int to)
{
	for (size_t i = 0; i < p->bars; i++) {
		uint32_t thread = op_of(p, i)->thread;

		if (!is_new(p, i))
			continue;
		memset(lane, ' ', (size_t)p->columns);
		for (size_t k = i; k < p->bars; k++)
			if (op_of(p, k)->thread == thread)
				draw(p, &p->bar[k], lane);
		print_lane(p, thread, lane, from, to);
	}
}

static void print_numbers(const struct picture *p)
{
	for (size_t i = 0; i < p->bars; i++) {
		char text[LABEL];

		recorded_say(p->r, p->bar[i].op, text, sizeof text);
		fprintf(p->out, "  %zu  %s\n", i + 1, text);
	}
}

static void print_lines(const struct picture *p)
{
	if (p->bars < p->v->cores)
		fprintf(p->out,
			"(the last %zu of them are drawn: what came before "
			"counts as well)\n",
			p->bars);
	if (!p->r->path)
		return;
	fprintf(p->out, "in %s, line", p->r->path);
	for (size_t i = 0; i < p->bars; i++)
		fprintf(p->out, "%s %u", !i ? p->bars > 1 ? "s" : "" : ",",
			p->r->op[p->bar[i].op].call_line);
	fprintf(p->out, "\n");
}

static int by_call(const void *a, const void *b)
{
	const struct bar *x = a, *y = b;

	return x->from < y->from ? -1 : x->from > y->from;
}

/* The return that has no place is one of the last, its call may be older. */
static void keep_last(struct picture *p)
{
	size_t more = p->bars > MOST ? p->bars - MOST : 0;

	for (size_t i = 0; i < more; i++)
		if (p->bar[i].op == p->v->wrong)
			p->bar[more] = p->bar[i];
	p->bars -= more;
	memmove(p->bar, &p->bar[more], p->bars * sizeof *p->bar);
}

/* Bars by their calls: `from` is the rank, until there are columns. */
static void list_bars(struct picture *p)
{
	for (size_t i = 0; i < p->v->cores; i++) {
		uint32_t op = p->v->core[i];
		uint32_t thread = p->r->history.op[op].thread;
		int n = (int)strlen(recorded_thread(p->r, thread));

		p->bar[p->bars++] = (struct bar){
			.op = op, .from = (int)p->r->history.op[op].call};
		if (n > p->margin)
			p->margin = n < NAME ? n : NAME;
	}
	qsort(p->bar, p->bars, sizeof *p->bar, by_call);
	keep_last(p);
}

void picture_print(const struct recorded *r, const struct linear_verdict *v,
	int width, FILE *out)
{
	struct picture p = {.r = r,
		.v = v,
		.bar = calloc(v->cores + 1, sizeof *p.bar),
		.out = out};
	bool numbers = false, good = p.bar;
	char *lane;
	int room;

	if (good)
		list_bars(&p);
	room = width - p.margin - 3;
	if (room < LEAST)
		room = LEAST;
	if (good) {
		name_bars(&p, numbers);
		good = lay_out(&p);
	}
	for (size_t i = 0; good && i < p.bars; i++)
		numbers |= !is_plain(p.bar[i].label);
	if (good && (numbers || p.columns > room)) {
		numbers = true;
		name_bars(&p, numbers);
		good = lay_out(&p);
	}
	lane = good ? malloc((size_t)p.columns + 1) : NULL;
	for (int from = 0; lane && from < p.columns; from += room) {
		int to = from + room < p.columns ? from + room : p.columns;

		fputs(from ? "\n" : "", out);
		print_fold(&p, lane, from, to);
	}
	if (lane && numbers)
		print_numbers(&p);
	if (lane)
		print_lines(&p);
	free(lane);
	free(p.bar);
}

/* --- as SVG -----------------------------------------------------------------
 */

enum {
	CHARACTER = 8, /* pixels */
	LANE = 34,
	BAR = 24,
};

/* What XML has to be told otherwise. */
static void put_text(const char *text, FILE *out)
{
	for (; *text; text++)
		if (*text == '<' || *text == '>' || *text == '&' ||
			(unsigned char)*text < ' ' || *text == 0x7f)
			fprintf(out, "&#%d;",
				(unsigned char)*text < ' ' || *text == 0x7f
					? '?'
					: *text);
		else
			fputc(*text, out);
}

static int lane_of(const struct picture *p, size_t i)
{
	int lane = 0;

	for (size_t k = 0; k < p->bars; k++) {
		if (op_of(p, k)->thread == op_of(p, i)->thread)
			return lane;
		lane += is_new(p, k);
	}
	return lane;
}

static void draw_svg(const struct picture *p, size_t i)
{
	const struct bar *b = &p->bar[i];
	bool wrong = b->op == p->v->wrong;
	int x = (p->margin + 2 + b->from) * CHARACTER;
	int y = 10 + lane_of(p, i) * LANE;
	int to = (p->margin + 2 + b->to) * CHARACTER;

	if (is_new(p, i)) {
		fprintf(p->out, "<text x=\"8\" y=\"%d\">", y + 16);
		put_text(recorded_thread(p->r, op_of(p, i)->thread), p->out);
		fprintf(p->out, "</text>\n");
	}
	fprintf(p->out,
		"<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"3\" "
		"fill=\"%s\" stroke=\"%s\"%s/>\n",
		x, y, to - x, BAR, wrong ? "#fde2e1" : "#e3edf9",
		wrong ? "#b3261e" : "#3c6ea5",
		b->open ? " stroke-dasharray=\"4 3\"" : "");
	fprintf(p->out, "<text x=\"%d\" y=\"%d\"%s>", x + 2 * CHARACTER, y + 16,
		wrong ? " fill=\"#b3261e\"" : "");
	put_text(b->label, p->out);
	fprintf(p->out, "</text>\n");
}

void picture_svg(const struct recorded *r, const struct linear_verdict *v,
	const char *why, FILE *out)
{
	struct picture p = {.r = r,
		.v = v,
		.bar = calloc(v->cores + 1, sizeof *p.bar),
		.out = out};
	int lanes = 0, columns = (int)strlen(why) + 1;

	if (p.bar) {
		list_bars(&p);
		name_bars(&p, false);
	}
	if (!p.bar || !lay_out(&p)) {
		free(p.bar);
		return;
	}
	for (size_t i = 0; i < p.bars; i++)
		lanes += is_new(&p, i);
	if (columns < p.margin + 3 + p.columns)
		columns = p.margin + 3 + p.columns;
	fprintf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
		"height=\"%d\" font-family=\"monospace\" font-size=\"13\">\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
		columns * CHARACTER + 16, 30 + lanes * LANE + 10);
	for (size_t i = 0; i < p.bars; i++)
		draw_svg(&p, i);
	fprintf(out, "<text x=\"8\" y=\"%d\">", 26 + lanes * LANE);
	put_text(why, out);
	fprintf(out, "</text>\n</svg>\n");
	free(p.bar);
}
