interface AboutSomebody {
  title: string;
  /** The name of the person whom it is about. */
  about: string | null;
}

/** "Dentist for Emma", as messages name a task. Calendars keep the title as it is. */
export function titleForWhom(task: AboutSomebody): string {
  const about = aboutBeside(task);
  return about === null ? task.title : `${task.title} for ${about}`;
}

/**
 * Returns the person whom a task is about, unless its title names them already: "Emma's dentist"
 * needs no "for Emma".
 */
export function aboutBeside({ title, about }: AboutSomebody): string | null {
  if (about === null) return null;
  const [firstName] = wordsIn(about);
  return wordsIn(title).includes(firstName ?? "") ? null : about;
}

const wordsIn = (text: string): string[] =>
  text
    .normalize("NFC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
