/* What malloc returns, and what its caller's line says it is of.  Argument:
 *   members   a structure of structures, by `sizeof *n`, `sizeof(struct node)`
 *             and a member that is assigned
 *   arrays    several of one type, by calloc and by a base type
 *   open      one with an array at its end, as long as that makes it
 *   unsure    two pointers that fit, void *, a wrapper that says nothing
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct pair {
	short left, right;
};

struct node {
	int value;
	char name[12];
	struct node *next;
	struct pair *pair;
};

struct list {
	pthread_mutex_t lock;
	struct node *head;
};

struct row {
	int length;
	struct pair cells[];
};

static struct row *row, *other;
static struct list *list;
static struct pair *pairs;
static long *numbers;
static void *raw;
static struct node *wrapped;
static int *shared;

__attribute__((noinline)) static void *wrap(size_t size)
{
	void *p = malloc(size);

	return p;
}

static void *members(void *arg)
{
	pthread_mutex_lock(&list->lock);
	list->head->value = 7;
	list->head->pair->right = -3;
	pthread_mutex_unlock(&list->lock);
	return arg;
}

static void *arrays(void *arg)
{
	pairs[2].left = 4;
	numbers[1] = 5;
	return arg;
}

static void *open(void *arg)
{
	row->cells[1].right = 9;
	row->length = 3;
	other->cells[0].left = 8;
	return arg;
}

static void *unsure(void *arg)
{
	*(int *)raw = 1;
	wrapped->value = 2;
	*shared = 3;
	return arg;
}

static struct node *make(void)
{
	struct node *n = malloc(sizeof *n);

	n->value = 0;
	n->next = NULL;
	n->pair = malloc(4);
	n->pair->right = 0;
	return n;
}

static int *either(void)
{
	/* They stand in one line. */
	/* clang-format off */
	float *f; int *i; f = NULL; i = malloc(4); f = malloc(4); free(f); return i; /* either */
	/* clang-format on */
}

int main(int argc, char **argv)
{
	void *(*run)(void *) = argv[1][0] == 'm'   ? members
			       : argv[1][0] == 'a' ? arrays
			       : argv[1][0] == 'o' ? open
						   : unsure;
	pthread_t t;

	(void)argc;
	list = malloc(sizeof(struct list));
	pthread_mutex_init(&list->lock, NULL);
	list->head = make();
	pairs = calloc(3, sizeof *pairs);
	numbers = malloc(2 * sizeof(long));
	row = calloc(1, sizeof *row + 3 * sizeof row->cells[0]);
	other = calloc(1, sizeof(struct row) + 2 * sizeof(struct pair));
	raw = malloc(32);
	wrapped = wrap(32);
	wrapped->value = 0;
	shared = either();
	pthread_create(&t, NULL, run, NULL);
	pthread_join(t, NULL);
	assert(list->head->value + list->head->pair->right == 0 &&
		pairs[2].left + numbers[1] == 0 &&
		row->cells[1].right + row->length + other->cells[0].left == 0 &&
		*(int *)raw + wrapped->value + *shared == 0);
}
