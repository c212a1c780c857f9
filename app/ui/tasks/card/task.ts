import type { DayGroup } from "#app/domain/tasks/lists/home-input.ts";
import type { CardDelegation } from "#app/ui/delegation/delegation-link.tsx";
import type { Category } from "../category-icon.tsx";

export interface Task {
  /** Its place on Home. */
  group?: DayGroup | undefined;
  id: string;
  title: string;
  category: Category;
  description: string | null;
  assignee: string | null;
  /** The person whom it is about, if the title doesn't name them. */
  about: string | null;
  /** The number of the assignee's color. */
  face?: number;
  /** "2 of 5" */
  checklist?: string;
  /** True if the task waits for somebody who has left the family. */
  hasLeft?: boolean;
  isCompleted: boolean;
  /** True if a change to it waits for a connection. */
  isWaiting?: boolean;
  due: {
    instant: string;
    local: string;
    day: string | null;
    /** Empty if a heading says all. */
    label: string;
    /** "Nov 29, ", for screen readers, where the label is only a time. */
    heardDay?: string;
    isOverdue: boolean;
    /** False if only its day was said. */
    hasTime: boolean;
    /** The task's own zone, if the viewer's clock shows another time. */
    timeZone?: string;
  } | null;
  reading: { words: string; undatedTitle: string; skippedTime: string | null } | null;
  others: { dues: { local: string; label: string }[]; categories: Category[] } | null;
  /** Words of its request that no task has. */
  unused: string | null;
  reminderChoices: { minutesBefore: number; label: string }[];
  remindsAt: string | null;
  delegation: CardDelegation | null;
  possibleChild: string | null;
  repeats: {
    words: string;
    hasNext: boolean;
    missed: string | null;
    /** "Done for Tuesday", if it was done late. */
    doneFor?: string;
    undatedBreak: string | null;
    turn: "yours" | "theirs" | "anyone" | null;
  } | null;
}
