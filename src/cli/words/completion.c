/* SPDX-License-Identifier: MIT */
/* completion.c - what bash and zsh complete `scarp` with */
#include <stdio.h>
#include <string.h>

#include "cli/words/cli.h"
#include "cli/words/generate.h"
#include "report/messages.h"

enum {
	VALUES_MAX = 1000
};

/* What `scarp explain` takes. */
static void messages(void)
{
	for (unsigned i = 0; message_at(i); i++)
		printf("%sSC%u", i ? " " : "", message_at(i)->number);
	for (unsigned i = 0; message_at(i); i++)
		if (message_at(i)->name)
			printf(" %s", message_at(i)->name);
}

/* ---- bash */

static void bash_options(unsigned where)
{
	for (unsigned i = 0; option_at(i); i++)
		if (option_at(i)->where & where)
			printf(" --%s", option_at(i)->name);
	printf(" --help");
}

/* With --name and -letter as patterns of a case. */
static void bash_names(const struct option_row *r)
{
	printf("--%s", r->name);
	if (r->letter)
		printf("|-%c", r->letter);
}

static bool is_path(const struct option_row *r)
{
	return r->argument && (strcmp(r->argument, "FILE") == 0 ||
				      strcmp(r->argument, "DIR") == 0);
}

/* What stands behind an option. */
static void bash_values(unsigned where)
{
	char values[VALUES_MAX];

	printf("\t\tcase $prev in\n");
	for (unsigned i = 0; option_at(i); i++) {
		const struct option_row *r = option_at(i);

		if (!(r->where & where) || !r->argument)
			continue;
		option_values(r, where, values, sizeof values);
		printf("\t\t");
		bash_names(r);
		if (values[0])
			printf(") COMPREPLY=($(compgen -W \"%s\" -- "
			       "\"$cur\")); "
			       "return ;;\n",
				values);
		else if (is_path(r))
			printf(") COMPREPLY=($(compgen -%c -- \"$cur\")); "
			       "return ;;\n",
				strcmp(r->argument, "DIR") == 0 ? 'd' : 'f');
		else
			printf(") _scarp_nothing; return ;;\n");
	}
	printf("\t\tesac\n");
}

/* Options whose argument is the next word. */
static void bash_wanting(unsigned where)
{
	bool any = false;

	printf("\t\twanting='");
	for (unsigned i = 0; option_at(i); i++)
		if ((option_at(i)->where & where) && option_at(i)->argument) {
			printf(any ? "|" : "");
			bash_names(option_at(i));
			any = true;
		}
	printf("'\n");
}

/* The first case: which options there are, and the ends of other commands. */
static void bash_commands(void)
{
	const char *what;

	printf("\tcase ${COMP_WORDS[1]} in\n");
	for (unsigned i = 0; subcommand_at(i); i++) {
		unsigned where = subcommand_at(i)->where;

		if (!where)
			continue;
		printf("\t%s)\n", subcommand_at(i)->name);
		bash_wanting(where);
		printf("\t\toptions='");
		bash_options(where);
		printf("' ;;\n");
	}
	printf("\tshow)\n\t\twanting='-o|--output'\n"
	       "\t\toptions='--output");
	for (unsigned i = 0; show_format(i, &what); i++)
		printf(" --%s", show_format(i, &what));
	printf(" --help' ;;\n"
	       "\thelp)\n\t\tCOMPREPLY=($(compgen -W \"");
	for (unsigned i = 0; topic_at(i); i++)
		printf("%s%s", i ? " " : "", topic_at(i)->name);
	printf("\" -- \"$cur\"))\n\t\treturn ;;\n"
	       "\texplain)\n\t\tCOMPREPLY=($(compgen -W \"");
	messages();
	printf("\" -- \"$cur\"))\n\t\treturn ;;\n"
	       "\t*)\n\t\treturn ;;\n\tesac\n\n");
}

/* The second one: what stands behind an option. */
static void bash_arguments(void)
{
	printf("\tcase ${COMP_WORDS[1]} in\n");
	for (unsigned i = 0; subcommand_at(i); i++) {
		unsigned where = subcommand_at(i)->where;

		if (!where)
			continue;
		printf("\t%s)\n", subcommand_at(i)->name);
		bash_values(where);
		printf("\t\t;;\n");
	}
	printf("\tesac\n");
}

static void bash(void)
{
	printf("# made by 'scarp help --completion bash'\n"
	       "_scarp_nothing()\n{\n"
	       "\tCOMPREPLY=()\n"
	       "\tcompopt +o default +o bashdefault 2>/dev/null\n}\n\n"
	       "_scarp()\n{\n"
	       "\tlocal cur=${COMP_WORDS[COMP_CWORD]} "
	       "prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
	       "\tlocal options= wanting=- i=2 word\n\n"
	       "\tCOMPREPLY=()\n"
	       "\t# --name=value is three words here.\n"
	       "\tif [[ $cur == = ]]; then\n\t\tcur=\n"
	       "\telif [[ $prev == = ]]; then\n"
	       "\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n\tfi\n"
	       "\tif [[ $COMP_CWORD -eq 1 ]]; then\n"
	       "\t\tCOMPREPLY=($(compgen -W \"");
	for (unsigned i = 0; subcommand_at(i); i++)
		printf("%s%s", i ? " " : "", subcommand_at(i)->name);
	printf("\" -- \"$cur\"))\n\t\treturn\n\tfi\n");
	bash_commands();
	printf("\t# Behind the program, everything is the program's.\n"
	       "\twhile ((i < COMP_CWORD)); do\n"
	       "\t\tword=${COMP_WORDS[i]}\n"
	       "\t\tif [[ ${COMP_WORDS[i + 1]} == = ]]; then\n"
	       "\t\t\t((i += 3))\n"
	       "\t\telif [[ \"|$wanting|\" == *\"|$word|\"* ]]; then\n"
	       "\t\t\t((i += 2))\n"
	       "\t\telif [[ $word == -- || $word != -* ]]; then\n"
	       "\t\t\treturn\n"
	       "\t\telse\n\t\t\t((i += 1))\n\t\tfi\n\tdone\n");
	bash_arguments();
	printf("\t[[ $cur == -* ]] &&\n"
	       "\t\tCOMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n}\n"
	       "complete -o bashdefault -o default -F _scarp scarp\n");
}

/* ---- zsh */

/* Within '...' of _arguments: brackets, colons and quotes mean something. */
static void zsh_text(const char *text)
{
	for (; *text; text++)
		if (*text == '\'')
			printf("'\\''");
		else if (strchr("[]:\\", *text))
			printf("\\%c", *text);
		else
			putchar(*text);
}

static void zsh_option(const struct option_row *r, unsigned where)
{
	char values[VALUES_MAX];

	option_values(r, where, values, sizeof values);
	for (int letter = r->letter != 0; letter >= 0; letter--) {
		printf(" \\\n\t\t\t'%s", r->kind == EACH ? "*" : "");
		if (letter)
			printf("-%c%s", r->letter, r->argument ? "+" : "");
		else
			printf("--%s%s", r->name, r->argument ? "=" : "");
		putchar('[');
		zsh_text(r->help);
		putchar(']');
		if (!r->argument)
			printf("'");
		else if (values[0])
			printf(":%s:(%s)'", r->argument, values);
		else if (is_path(r))
			printf(":%s:_files%s'", r->argument,
				strcmp(r->argument, "DIR") == 0 ? " -/" : "");
		else
			printf(":%s: '", r->argument);
	}
}

/* A line 'NAME:TEXT' of an array. */
static void zsh_item(const char *name, const char *text)
{
	printf("\t\t'%s:", name);
	zsh_text(text);
	printf("'\n");
}

static void zsh_command(const struct subcommand *s)
{
	printf("\t\t%s) _arguments -S", s->name);
	for (unsigned i = 0; option_at(i); i++)
		if (option_at(i)->where & s->where)
			zsh_option(option_at(i), s->where);
	printf(" \\\n\t\t\t'--help[explain it]' \\\n"
	       "\t\t\t'%s:file:_files' ;;\n",
		strcmp(s->name, "check") == 0 ? "*:" : "1");
}

static void zsh_formats(void)
{
	const char *what;

	printf("\t\tshow) _arguments");
	for (unsigned i = 0; show_format(i, &what); i++) {
		printf(" \\\n\t\t\t'--%s[", show_format(i, &what));
		zsh_text(what);
		printf("]'");
	}
	printf(" \\\n\t\t\t'(-o --output)'{-o,--output=}'[where to]:FILE:"
	       "_files' \\\n\t\t\t'*:result:_files' ;;\n");
}

static void zsh(void)
{
	printf("#compdef scarp\n# made by 'scarp help --completion zsh'\n\n"
	       "_scarp()\n{\n"
	       "\tlocal curcontext=$curcontext state line\n"
	       "\ttypeset -A opt_args\n"
	       "\tlocal -a commands topics\n\n"
	       "\tcommands=(\n");
	for (unsigned i = 0; subcommand_at(i); i++)
		zsh_item(subcommand_at(i)->name, subcommand_at(i)->what);
	printf("\t)\n\ttopics=(\n");
	for (unsigned i = 0; topic_at(i); i++)
		zsh_item(topic_at(i)->name, topic_at(i)->what);
	printf("\t)\n"
	       "\t_arguments -C '1: :->command' '*:: :->rest' && return\n"
	       "\tcase $state in\n"
	       "\tcommand) _describe -t commands 'subcommand' commands ;;\n"
	       "\trest)\n\t\tcase $words[1] in\n");
	for (unsigned i = 0; subcommand_at(i); i++)
		if (subcommand_at(i)->where)
			zsh_command(subcommand_at(i));
	zsh_formats();
	printf("\t\texplain) _arguments '*:message:(");
	messages();
	printf(")' ;;\n"
	       "\t\thelp) _describe -t topics 'topic' topics ;;\n"
	       "\t\t*) _files ;;\n\t\tesac ;;\n\tesac\n}\n\n"
	       "_scarp \"$@\"\n");
}

bool completion_print(const char *shell)
{
	if (strcmp(shell, "bash") == 0)
		bash();
	else if (strcmp(shell, "zsh") == 0)
		zsh();
	else
		return false;
	return true;
}
