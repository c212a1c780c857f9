import type { Category, Due } from "#app/domain/understanding/types.ts";

/** A task or an event that a mail holds. */
export interface Thing {
  title: string;
  category: Category;
  due: Due | null;
  hasTime: boolean;
  about: string | null;
  /** More about it from the mail: "Please bring £1." */
  note: string | null;
  /** The sentence of the mail that it comes from. */
  sentence: string;
  /** True if nothing about it is a guess. */
  isSure: boolean;
  /**
   * The other days that its sentence names (YYYY-MM-DD), if that changes what an earlier mail said.
   */
  oldDays?: string[];
  /** The name and version of the event in a calendar file. */
  eventId?: string;
  sequence?: number;
  kind: "task" | "event" | "cancelled" | "moved";
}
