/* SPDX-License-Identifier: MIT */
#include "native/study.h"
#include "native/races/shadow.h"

static uint8_t gives_way[OP_COUNT];

void study_points(uint8_t points[OP_COUNT])
{
	enum {
		NONE = POINTS_NONE,
		BEFORE = POINTS_BEFORE,
		TWICE = POINTS_TWICE,
		LISTED = POINTS_LISTED,
		YIELDS = POINTS_YIELDS
	};

	for (int i = 0; i < OP_COUNT; i++)
		if (points[i] == POINTS_OWN)
			points[i] = POINTS_BEFORE;
#define STUDY(name, how) points[OP_##name] = how;
#include "native/study.def"
#undef STUDY
	for (int i = 0; i < OP_COUNT; i++)
		gives_way[i] = points[i] == POINTS_YIELDS;
}

unsigned study_points_at(unsigned points, uint64_t pc)
{
	if (points & POINTS_LISTED &&
		rt.channel->config.profile == PROFILE_LISTED &&
		!point_has_atomic(pc))
		return 0;
	return points & POINTS_TWICE ? 2 : points != POINTS_NONE;
}

void study_passed(enum op kind)
{
	unsigned class = op_info[kind].class;

	if (class != CLASS_never && class != CLASS_data && rt.world.live > 1)
		caveat(CAVEAT_points_left_out, "--points=study, '%s'",
			op_info[kind].text);
}

struct choice study_choose(struct view *view)
{
	struct pending *p =
		&rt.pending[view->last == TID_NONE ? 0 : view->last];
	uint32_t offers = p->offers;
	struct choice c;

	if (view->enabled > 1 && view->last != TID_NONE && p->live && offers &&
		gives_way[p->kind]) {
		caveat(CAVEAT_forced_yield, "thread T%u, '%s'", view->last,
			op_info[p->kind].text);
		p->offers = 0;
		view->enabled--;
	}
	c = search_choose(rt.search, view);
	p->offers = offers;
	return c;
}

bool study_main_left(void)
{
	const struct thread *main = thread_of(0);

	return main->creator != TID_NONE || main->state != THREAD_LIVE;
}

void study_no_point(bool write)
{
	caveat(CAVEAT_points_left_out, "--points=study, a racing %s",
		write ? "write" : "read");
}
