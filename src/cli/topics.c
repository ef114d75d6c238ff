/* SPDX-License-Identifier: MIT */
/* topics.c - long help texts that are not tables */
#include "cli/topics.h"

const char topic_check[] =
	"usage: scarp check [option]... program [argument]...\n"
	"\n"
	"Runs a test that was built with 'scarp cc' or 'scarp c++' again and\n"
	"again, each time with another schedule of its threads, and says one "
	"of\n"
	"  bug       an execution failed, and failed again when replayed\n"
	"  verified  no schedule fails\n"
	"  partial   no bug so far; the lines below it say what is not proven\n"
	"  error     nothing can be said; the text says why and what to do\n"
	"Without --strategy or --exhaustive it takes at most 60 s: dfs for "
	"the\n"
	"first tenth (done if that is all), then random and pct in turns.\n"
	"A bug leaves its schedule in scarp.out as soon as it is seen; 'scarp "
	"replay'\nrepeats it.\n"
	"\n"
	"options:\n";

const char topic_replay[] =
	"usage: scarp replay [option]... [bug]\n"
	"\n"
	"Repeats one recorded execution in a fresh process and prints its "
	"report.\n"
	"The bug is a schedule file, a directory of scarp.out, or the number "
	"of a\n"
	"bug of the latest check; by default it is bug 1 of the latest.\n"
	"Exit code 1 when it failed again in the same way, 5 when not.\n"
	"\n"
	"options:\n";

const char topic_unknown_call[] =
	"unknown calls\n"
	"\n"
	"Between two executions scarp puts the memory of the test back. It "
	"does so\n"
	"fast by undoing the stores of code that scarp cc compiled. A library\n"
	"function that was compiled by somebody else stores without telling, "
	"so\n"
	"scarp has a table of what common functions write. When a test calls "
	"a\n"
	"function that is not in it, every execution runs in a forked process\n"
	"instead: right, but some hundred times slower. The first line of\n"
	"'scarp check' says so and names such calls.\n"
	"\n"
	"What to do, in this order:\n"
	"  1. nothing, if it is fast enough: the verdict is as good\n"
	"  2. leave the call out of the test, or compile its library with "
	"scarp cc\n"
	"  3. 'scarp check --mode checkpoint', if you know that the function "
	"writes\n"
	"     no memory that outlives its call; the verdict is 'partial' then, "
	"since\n"
	"     nobody but you knows (hole unknown_calls)\n";

const char topic_caveats[] =
	"caveats\n"
	"\n"
	"What weakens a verdict stands under it. A hole forbids 'verified'; a "
	"scope\n"
	"is what the verdict holds for. JSON calls them by these names:\n"
	"\n";

const char topic_points[] =
	"decision points\n"
	"\n"
	"A thread may be preempted before every operation of the classes "
	"below,\n"
	"and before every plain access that was seen to race ('racing', or\n"
	"'data'). Where a thread blocks or gives way there is always a "
	"decision.\n"
	"By default all classes and racing accesses are points; --points LIST\n"
	"leaves out what it does not name, and then nothing is 'verified' but\n"
	"what was asked for.\n"
	"\n"
	"  sync      every class below\n"
	"  racing    plain accesses that race, as they are found\n";

const char topic_report[] =
	"reading a report\n"
	"\n"
	"Time goes downwards; each thread has a column (or, when there are "
	"many, a\n"
	"line each). A row is one operation: what it did, to which object, "
	"the\n"
	"value read or written, and below it the source line. The number on "
	"the\n"
	"left is the decision after which it was made; '>>' marks the "
	"failure.\n"
	"Lines between the rows say why another thread goes on:\n"
	"  T1 is preempted ...   the schedule decided so: this is what a fix "
	"has\n"
	"                        to make harmless\n"
	"  T1 waits for ...      it could not go on\n"
	"  T1 has ended\n"
	"'heap A' and names like it are explained under 'objects'.\n";
