/* SPDX-License-Identifier: MIT */
/* json_operations.h - the operations that no order explains, as JSON */
#ifndef REPORT_JSON_OPERATIONS_H
#define REPORT_JSON_OPERATIONS_H

#include <jansson.h>

#include "channel/channel.h"

/* Of the execution that the channel is of; null if it has none. */
json_t *json_operations(const struct channel *c);

#endif
