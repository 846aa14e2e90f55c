# cmake -DSOURCE=DIR -DOUT=FILE -P commit.cmake - writes FILE, a header that names the commit that is built: that of the
# checkout, or of the file COMMIT, which tools/tarball writes.  FILE changes only when the commit does.
set(commit "")
if(EXISTS ${SOURCE}/COMMIT)
    file(STRINGS ${SOURCE}/COMMIT commit)
elseif(EXISTS ${SOURCE}/.git)
    execute_process(COMMAND git -c safe.directory=* describe --always --dirty --exclude=* --abbrev=12
        WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define SAFEHOUSE_COMMIT \"${commit}\"\n")
