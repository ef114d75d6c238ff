/* SPDX-License-Identifier: MIT */
#include "cli/disk/disk.h"

#include <stdlib.h>

void disk_fini(struct disk *disk)
{
	if (disk->kept_copy.channel)
		process_free(&disk->kept_copy);
	if (disk->lasting != disk->state.option) {
		for (char **word = disk->lasting; word && *word; word++)
			free(*word);
		free(disk->lasting);
	}
	state_fini(&disk->state);
}
