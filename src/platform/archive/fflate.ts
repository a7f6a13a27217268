/** The library that packs and unpacks. */

/**
 * Returns the library, loaded with the first archive. It fills tables when it is loaded; were that a part of loading the
 * program, the runtime would take the whole program for a hot loop and compile it, which takes 5 MB for each thread and
 * much more meanwhile.
 */
export const fflate = (): typeof import("fflate") => require("fflate");
