/* markup: a failure whose every text would be markup, if it were taken as such
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int shared;

static void *work(void *unused)
{
	shared++; /* </script><script>document.title = "broken"</script> */
	puts("</script><img src=x onerror=\"document.title='broken'\"> & \xff");
	return unused;
}

extern void __assert_fail(const char *, const char *, unsigned, const char *);

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	shared++;
	pthread_join(t, NULL);
	fflush(stdout);
	__assert_fail("a < b && \"</script><b>it's\" > '&'", __FILE__, __LINE__,
		"main");
}
