/**
 * Returns the person whom a task is about, unless its title names them already: "Emma's dentist"
 * needs no "for Emma".
 */
export function aboutBeside({ title, about }: { title: string; about: string | null }) {
  if (about === null) return null;
  const [firstName] = wordsIn(about);
  return wordsIn(title).includes(firstName ?? "") ? null : about;
}

const wordsIn = (text: string): string[] =>
  text
    .normalize("NFC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
