// SQLite's full-text index (FTS5): everything that only SQLite understands of it.
import { type Kysely, sql } from "kysely";
import { eachEngine } from "./each-engine.ts";

/**
 * Creates an index of the words in `search_entries`. Triggers update it, so the words of a purged
 * task disappear with its row.
 */
export async function createFullTextIndex(db: Kysely<any>): Promise<void> {
  await sql`
    create virtual table search_words using fts5 (
      place, words, people, slips,
      content = "search_entries", content_rowid = "id",
      tokenize = "unicode61 remove_diacritics 0", prefix = "2 3"
    )
  `.execute(db);
  // Otherwise they would stay in the file until their part of the index is written again.
  await sql`insert into search_words (search_words, rank) values ('secure-delete', 1)`.execute(db);
  const add = sql`
    insert into search_words (rowid, place, words, people, slips)
    values (new.id, new.place, new.words, new.people, new.slips)`;
  const remove = sql`
    insert into search_words (search_words, rowid, place, words, people, slips)
    values ('delete', old.id, old.place, old.words, old.people, old.slips)`;
  await sql`
    create trigger search_entries_added after insert on search_entries begin ${add}; end
  `.execute(db);
  await sql`
    create trigger search_entries_removed after delete on search_entries begin ${remove}; end
  `.execute(db);
  await sql`
    create trigger search_entries_changed after update on search_entries
    begin ${remove}; ${add}; end
  `.execute(db);
}

/** One of these forms must be there, or a word that begins with `start`. */
export interface SoughtWord {
  start: string;
  /** Whole words among the people. */
  people: readonly string[];
  /** Whole words or forms of words with a slip. */
  slips: readonly string[];
}

/** Selects the ids of tasks in this place that have all sought words. */
export function matching(place: string, sought: readonly SoughtWord[]) {
  const parts = sought.map(({ start, people, slips }) => {
    const choices = [
      `words : ${quoted(start)} *`,
      ...people.map((word) => `people : ${quoted(word)}`),
      ...slips.map((word) => `{words slips} : ${quoted(word)}`),
    ];
    return `(${choices.join(" OR ")})`;
  });
  const query = [`place : ${quoted(place)}`, ...parts].join(" AND ");
  return eachEngine<string>({
    sqlite: sql`(
      select task_id
      from search_words inner join search_entries on search_entries.id = search_words.rowid
      where search_words match ${query}
    )`,
    postgres: sql`(
      select task_id from search_entries where lexemes @@ ${lexemesOf(place, sought)}::tsquery
    )`,
  });
}

/** Selects the ids of entries whose people include this word, in any household. */
export function withPerson(word: string) {
  const query = `people : ${quoted(word)}`;
  return eachEngine<number>({
    sqlite: sql`(select rowid from search_words where search_words match ${query})`,
    postgres: sql`(select id from search_entries where lexemes @@ ${lexeme("p", word)}::tsquery)`,
  });
}

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;

function lexemesOf(place: string, sought: readonly SoughtWord[]): string {
  const parts = sought.map(({ start, people, slips }) => {
    const choices = [
      ...formsOf(start).map((form) => `${lexeme("w", form)}:*`),
      ...people.flatMap(formsOf).map((word) => lexeme("p", word)),
      ...slips.flatMap(formsOf).flatMap((word) => [lexeme("w", word), lexeme("s", word)]),
    ];
    return `(${choices.join(" | ")})`;
  });
  return [lexeme("l", place), ...parts].join(" & ");
}

const sigma = /[\u03c3\u03c2]$/;

/** A Greek word may end in either sigma. SQLite knows that itself. */
const formsOf = (word: string) =>
  sigma.test(word) ? [word.replace(sigma, "\u03c3"), word.replace(sigma, "\u03c2")] : [word];

/** A word with the letter of its column, as PostgreSQL has it. */
const lexeme = (column: "l" | "w" | "p" | "s", word: string) =>
  `'${column}${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
