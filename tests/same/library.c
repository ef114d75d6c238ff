/* SPDX-License-Identifier: MIT */
/* library.c - what the C library has beside text and files: streams on memory,
 * trees and tables, users, the system's log
 *
 * Users are looked for in the files alone, and those that every system has.
 */
#include "say.h"

#include <grp.h>
#include <pwd.h>
#include <search.h>
#include <libintl.h>
#include <locale.h>
#include <syslog.h>
#include <unistd.h>

static char room[64];

/* --- streams on memory
 * ------------------------------------------------------------------------- */

static void say_text(const char *what, const char *text, size_t n)
{
	SAY("%s: %zu", what, n);
	for (size_t i = 0; i <= n && i < 40; i++)
		SAY(" %02x", (unsigned char)text[i]);
	SAY("\n");
}

static void growing(void)
{
	char *text = NULL;
	size_t n = 99;
	FILE *f;

	P(f = open_memstream(&text, &n));
	I(fflush(f));
	say_text("empty", text, n);
	I(fprintf(f, "%d and %s", 7, "eight"));
	I(fputs(" more", f));
	I(fputc('!', f));
	I(fwrite("abc", 1, 3, f));
	I(fflush(f));
	say_text("flushed", text, n);
	I(ftell(f));
	I(fseek(f, 2, SEEK_SET));
	I(fputs("XY", f));
	I(fflush(f));
	say_text("in the middle", text, n);
	I(fseek(f, 0, SEEK_END));
	I(fseek(f, 30, SEEK_SET));
	I(fputc('z', f));
	I(fflush(f));
	say_text("behind the end", text, n);
	I(fseek(f, -1, SEEK_SET));
	I(fileno(f));
	I(ferror(f));
	I(feof(f));
	I(fflush(NULL));
	I(fclose(f));
	say_text("closed", text, n);
	free(text);

	P(f = open_memstream(&text, &n));
	for (int i = 0; i < 3000; i++)
		fprintf(f, "%d,", i);
	I(ftell(f));
	I(fflush(f));
	I(n);
	I(text[n - 1]);
	for (int i = 0; i < 300; i++)
		fputs("0123456789abcdef", f);
	I(fclose(f));
	I(n);
	I(strlen(text));
	free(text);

	P(f = open_memstream(&text, &n));
	I(fclose(f));
	say_text("nothing", text, n);
	free(text);
}

static void reading(void)
{
	static char source[] = "one 22 three\nline\nend";
	char word[20];
	int number = 0;
	FILE *f;

	P(f = fmemopen(source, sizeof source - 1, "r"));
	I(fscanf(f, "%19s %d", word, &number));
	S(word);
	I(number);
	I(fgetc(f));
	I(ungetc('x', f));
	S(fgets(room, 5, f));
	I(ftell(f));
	S(fgets(room, sizeof room, f));
	S(fgets(room, sizeof room, f));
	I(fread(room, 1, 10, f));
	B(room, 3);
	I(feof(f));
	I(fgetc(f));
	I(fseek(f, -3, SEEK_END));
	I(fgetc(f));
	I(feof(f));
	I(fseek(f, 100, SEEK_SET));
	I(fputc('x', f));
	I(ferror(f));
	V(clearerr(f));
	V(rewind(f));
	I(fgetc(f));
	I(fileno(f));
	I(fclose(f));
}

static void fresh(void)
{
	memset(room, '-', sizeof room);
	strcpy(room, "abc");
}

static void writing(void)
{
	FILE *f;

	fresh();
	P(f = fmemopen(room, 16, "w"));
	B(room, 5);
	I(fputs("hello", f));
	B(room, 7);
	I(fflush(f));
	B(room, 7);
	I(fseek(f, 1, SEEK_SET));
	I(fputc('E', f));
	I(fflush(f));
	B(room, 7);
	I(fseek(f, 0, SEEK_END));
	I(ftell(f));
	I(fputs("0123456789abcdef", f));
	I(fflush(f));
	I(ferror(f));
	B(room, 18);
	I(fclose(f));
	B(room, 18);

	fresh();
	P(f = fmemopen(room, 16, "w+"));
	B(room, 5);
	I(fputs("read this", f));
	V(rewind(f));
	I(fgetc(f));
	I(fgetc(f));
	I(fclose(f));
	B(room, 12);

	fresh();
	P(f = fmemopen(room, 10, "a"));
	I(ftell(f));
	I(fputs("de", f));
	I(fflush(f));
	B(room, 10);
	I(fseek(f, 0, SEEK_SET));
	I(fputs("fghijklm", f));
	I(fflush(f));
	B(room, 11);
	I(fclose(f));

	fresh();
	P(f = fmemopen(room, 8, "r+"));
	I(fgetc(f));
	I(fseek(f, 0, SEEK_CUR));
	I(fputs("ZZ", f));
	I(fclose(f));
	B(room, 8);

	fresh();
	P(f = fmemopen(room, 4, "w"));
	I(setvbuf(f, NULL, _IONBF, 0));
	I(fputc('1', f));
	B(room, 4);
	I(fputs("23", f));
	B(room, 5);
	I(fputc('4', f));
	I(fputc('5', f));
	B(room, 5);
	I(fclose(f));

	P(f = fmemopen(NULL, 20, "w+"));
	I(fputs("in its own", f));
	V(rewind(f));
	S(fgets(room, sizeof room, f));
	I(fclose(f));
	P(fmemopen(room, 8, "q"));
	P(fmemopen(NULL, 8, ""));
}

/* --- trees
 * -------------------------------------------------------------------------------------
 */

static int compared;

static int by_number(const void *a, const void *b)
{
	compared++;
	return *(const int *)a - *(const int *)b;
}

static void say_node(const void *node, VISIT order, int depth)
{
	SAY(" %d:%d:%d", **(int *const *)node, order, depth);
}

static void say_node_too(const void *node, VISIT order, void *sum)
{
	*(int *)sum = *(int *)sum * 3 + **(int *const *)node + order;
}

static int freed;

static void free_key(void *key)
{
	freed = freed * 7 + *(int *)key;
}

static void say_tree(void *root)
{
	int sum = 1;

	SAY("compared %d:", compared);
	twalk(root, say_node);
	twalk_r(root, say_node_too, &sum);
	SAY(" %d\n", sum);
}

static void trees(void)
{
	static int key[64];
	void *root = NULL, *found;
	unsigned random = 1;

	P(tfind(&key[0], &root, by_number));
	P(tfind(&key[0], NULL, by_number));
	P(tsearch(&key[0], NULL, by_number));
	P(tdelete(&key[0], &root, by_number));
	V(twalk(root, say_node));
	for (int i = 0; i < 64; i++)
		key[i] = i;
	for (int i = 0; i < 300; i++) {
		int *k =
			&key[(random = random * 1103515245 + 12345) >> 16 & 63];
		int removes = i % 3 == 2;

		found = removes ? tdelete(k, &root, by_number)
				: tsearch(k, &root, by_number);
		SAY("%d %d %s", i, *k, found ? "some" : "NULL");
		if (found && !removes)
			SAY(" %d", **(int **)found);
		SAY("\n");
		if (i % 20 == 0)
			say_tree(root);
	}
	for (int i = 0; i < 64; i += 3) {
		found = tfind(&key[i], &root, by_number);
		SAY("%d%s", i, found ? "+" : "-");
	}
	SAY("\n");
	for (int i = 0; i < 64; i += 2)
		tdelete(&key[i], &root, by_number);
	say_tree(root);
	V(tdestroy(root, free_key));
	I(freed);
	root = NULL;
	for (int i = 0; i < 40; i++)
		tsearch(&key[i], &root, by_number);
	say_tree(root);
	for (int i = 39; i > 0; i--)
		tdelete(&key[i], &root, by_number);
	say_tree(root);
	P(tdelete(&key[0], &root, by_number));
	P(root);
	V(tdestroy(root, free_key));
}

/* --- tables, arrays, lists
 * ---------------------------------------------------------------------- */

static void tables(void)
{
	static char names[30][8];
	struct hsearch_data table = {0};
	ENTRY item = {0, 0}, *found;
	int rc;

	I(hcreate(5));
	I(hcreate(5));
	for (int i = 0; i < 9; i++) {
		snprintf(names[i], sizeof names[i], "n%d", i * i);
		item = (ENTRY){names[i], &names[i]};
		P(hsearch(item, ENTER));
	}
	item.key = (char *)"n16";
	P(found = hsearch(item, FIND));
	S(found->key);
	I(found->data == &names[4]);
	item.data = NULL;
	P(found = hsearch(item, ENTER));
	I(found->data == &names[4]);
	item.key = (char *)"none";
	P(hsearch(item, FIND));
	V(hdestroy());
	I(hcreate(0));
	V(hdestroy());

	I(hcreate_r(20, &table));
	I(hcreate_r(20, &table));
	I(hcreate_r(20, NULL));
	I(table.size);
	for (int i = 0; i < 26; i++) {
		snprintf(names[i], sizeof names[i], "%c%d", 'a' + i % 7, i);
		item = (ENTRY){names[i], &names[i]};
		rc = hsearch_r(item, ENTER, &found, &table);
		SAY("%s: %d, errno %d, %s, %u\n", item.key, rc, rc ? 0 : errno,
			found ? found->key : "NULL", table.filled);
	}
	item.key = (char *)"b1";
	I(hsearch_r(item, FIND, &found, &table));
	item.key = (char *)"zz";
	I(hsearch_r(item, FIND, &found, &table));
	P(found);
	V(hdestroy_r(&table));
	V(hdestroy_r(NULL));
}

static void arrays(void)
{
	int all[8] = {5, 3, 9}, key = 9;
	size_t n = 3;

	compared = 0;
	I((int *)lfind(&key, all, &n, sizeof *all, by_number) - all);
	I((int *)lsearch(&key, all, &n, sizeof *all, by_number) - all);
	key = 4;
	P(lfind(&key, all, &n, sizeof *all, by_number));
	I((int *)lsearch(&key, all, &n, sizeof *all, by_number) - all);
	I(n);
	I(all[3]);
	I(compared);
}

static void lists(void)
{
	struct element {
		struct element *next, *before;
		int name;
	} e[4] = {{.name = 1}, {.name = 2}, {.name = 3}, {.name = 4}};

	V(insque(&e[0], NULL));
	V(insque(&e[1], &e[0]));
	V(insque(&e[2], &e[0]));
	V(insque(&e[3], &e[2]));
	for (struct element *at = &e[0]; at; at = at->next)
		SAY(" %d", at->name);
	V(remque(&e[2]));
	V(remque(&e[0]));
	for (struct element *at = &e[1]; at; at = at->before)
		SAY(" %d", at->name);
	SAY("\n");
}

/* --- users
 * -------------------------------------------------------------------------------------
 */

static void say_user(const struct passwd *p)
{
	if (p)
		SAY("%s %s %d %d %s %s %s\n", p->pw_name, p->pw_passwd,
			(int)p->pw_uid, (int)p->pw_gid, p->pw_gecos, p->pw_dir,
			p->pw_shell);
	else
		SAY("nobody\n");
}

static void say_group(const struct group *g)
{
	if (!g) {
		SAY("no group\n");
		return;
	}
	SAY("%s %s %d", g->gr_name, g->gr_passwd, (int)g->gr_gid);
	for (char **at = g->gr_mem; *at; at++)
		SAY(" %s", *at);
	SAY("\n");
}

static void people(void)
{
	static char text[4096];
	struct passwd user, *found;
	struct group group, *found_group;

	say_user(getpwnam("root"));
	say_user(getpwuid(0));
	say_user(getpwnam("daemon"));
	say_group(getgrnam("root"));
	say_group(getgrgid(0));
	I(getpwnam_r("root", &user, text, sizeof text, &found));
	I(found == &user);
	say_user(found);
	I(getpwnam_r("root", &user, text, 4, &found));
	P(found);
	I(getpwuid_r(0, &user, text, sizeof text, &found));
	say_user(found);
	I(getgrnam_r("root", &group, text, sizeof text, &found_group));
	say_group(found_group);
	I(getgrgid_r(0, &group, text, sizeof text, &found_group));
	say_group(found_group);
	I(getgrgid_r(0, &group, text, 4, &found_group));
	P(found_group);
	V(setpwent());
	say_user(getpwent());
	say_user(getpwent());
	I(getpwent_r(&user, text, sizeof text, &found));
	say_user(found);
	V(setpwent());
	say_user(getpwent());
	V(endpwent());
	V(setgrent());
	say_group(getgrent());
	I(getgrent_r(&group, text, sizeof text, &found_group));
	say_group(found_group);
	V(endgrent());
	say_group(getgrent());
	S(getlogin());
	I(getlogin_r(text, sizeof text));
}

/* None is there, so that everybody gets his own text back. */
static void messages(void)
{
	static char text[] = "text", one[] = "one", many[] = "many";

	S(textdomain(NULL));
	S(bindtextdomain("there", NULL));
	S(bind_textdomain_codeset("there", NULL));
	S(textdomain("there"));
	S(textdomain(NULL));
	S(bindtextdomain("there", "/tmp/none"));
	S(bindtextdomain("there", NULL));
	S(bindtextdomain("other", NULL));
	S(bind_textdomain_codeset("there", "UTF-8"));
	S(bind_textdomain_codeset("there", NULL));
	S(bind_textdomain_codeset("other", "UTF-8"));
	S(bindtextdomain("other", NULL));
	P(bindtextdomain(NULL, "/tmp"));
	P(bindtextdomain("", "/tmp"));
	P(bind_textdomain_codeset("", "UTF-8"));
	I(gettext(text) == text);
	P(gettext(NULL));
	I(dgettext("there", text) == text);
	I(dgettext(NULL, text) == text);
	I(dcgettext("there", text, LC_MESSAGES) == text);
	S(ngettext(one, many, 1));
	S(ngettext(one, many, 0));
	I(ngettext(one, many, 2) == many);
	S(dngettext("there", one, many, 1));
	S(dcngettext("there", one, many, 3, LC_MESSAGES));
	S(textdomain(""));
	S(textdomain(NULL));
}

static void logging(void)
{
	I(setlogmask(0));
	I(setlogmask(LOG_UPTO(LOG_ERR)));
	I(setlogmask(0));
	V(openlog("name", LOG_PID, LOG_USER));
	V(syslog(LOG_INFO, "nobody reads %d", 1));
	V(closelog());
	I(setlogmask(LOG_UPTO(LOG_DEBUG)));
}

int main(void)
{
	growing();
	reading();
	writing();
	trees();
	tables();
	arrays();
	lists();
	people();
	messages();
	logging();
	return said_all();
}
