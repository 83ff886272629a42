/** Days for which an archive can be downloaded. */
export const ARCHIVE_DAYS = 7;
