/* SPDX-License-Identifier: MIT */
/* topics.h - long help texts that are not tables */
#ifndef CLI_TOPICS_H
#define CLI_TOPICS_H

extern const char topic_models[], topic_races[];
extern const char topic_check[];
extern const char topic_replay[];
extern const char topic_shrink[];
extern const char topic_fences[];
extern const char topic_study[];
extern const char topic_show[];
extern const char topic_ls[];
extern const char topic_diff[];
extern const char topic_linearize[];
extern const char topic_resume[];
extern const char topic_unknown_call[];
extern const char topic_fail[];
extern const char topic_caveats[];
extern const char topic_points[];
extern const char topic_report[];
extern const char topic_frameworks[];
extern const char topic_gdb[];
extern const char topic_explain[];
extern const char topic_suppressions[];
extern const char topic_config[];
extern const char topic_ctest[];
extern const char topic_cc[];

#endif
