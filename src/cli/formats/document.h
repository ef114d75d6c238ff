/* SPDX-License-Identifier: MIT */
/* document.h - the JSON result of a check, as it was written
 *
 * Trust    a file may hold anything: what is missing, or of another type, reads
 *          as "", 0 or nothing, and numbers of rows are looked up, not
 * believed. Memory   texts live as long as the document.
 */
#ifndef CLI_DOCUMENT_H
#define CLI_DOCUMENT_H

#include <jansson.h>
#include <stdbool.h>

#include "base/err.h"

struct document {
	char path[600];
	json_t *all;
	unsigned bug; /* that was asked for, from 1; 0: none in particular */
};

/* A JSON result; a bug's file in a directory of results; such a directory, or
 * that of all; a number of a bug of the latest; NULL: the latest.  ERR_USAGE.
 */
int document_open(struct document *d, const char *name, struct err *err);
void document_close(struct document *d);

/* The searches of a document: one, or one of each test case; NULL: no more.
 * `name` of the case, "" if there are none, and why it has no result. */
const json_t *document_search(const struct document *d, size_t i,
	const char **name, const char **why);
size_t document_searches(const struct document *d);

/* The bug that was asked for, else the first; NULL: there is none. */
const json_t *document_bug(const struct document *d);
/* Is this bug, number `i` of its search, to be shown? */
bool document_shows(const struct document *d, size_t i);

/* Of a search that ended at its first bug: what fails in another way, by
 * chance (others.h).  NULL or empty where one bug was asked for. */
const json_t *document_others(const struct document *d, const json_t *search);

/* Fields of an object: "" and 0 when they are not there. */
const char *text_of(const json_t *object, const char *key);
json_int_t number_of(const json_t *object, const char *key);
bool is_true(const json_t *object, const char *key);

/* Takes away a character of UTF-8 at the end that a copy has cut. */
void text_whole(char *text);

/* Of a trace. */
const json_t *steps_of(const json_t *bug);
const json_t *frame_of(const json_t *bug, const json_t *step);
/* "queue.c:12", or the function, or "". */
void place_of(const json_t *frame, char *out, size_t size);
/* "./queue --fast": the words of the test. */
void command_of(const json_t *search, char *out, size_t size);

#endif
