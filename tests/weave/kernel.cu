/* A kernel for the tests of listings. */
//> outer
void outer(void)
{
    //> inner
    inner();
    //< inner
}
//< outer
//> open
void open(void);
