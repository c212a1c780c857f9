// Pages without forms import this file, so it must not load zod.

export const importPath = "/preferences/data/import";
export const maxFileBytes = 50 * 1024 * 1024;
/** A file with the lines around it in its form. */
export const maxUploadBytes = maxFileBytes + 64 * 1024;
export const maxRows = 50_000;
/** The names of a file that the preview matches with people of the household. */
export const maxPeople = 50;
/** Chosen for a name of the file: someone who is added to the family. */
export const newPerson = "new";
export const whyStoppedByLeaving =
  "You left the household before the import was done, so what it had added was taken back.";
/** Begins the names of requests by which an import adds items to lists. */
export const importRequest = "import-";
/** The preview shows so many of the rows that could not be taken as they are. */
export const maxProblems = 100;
