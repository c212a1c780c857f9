import type { CardDelegation } from "#app/ui/delegation/delegation-link.tsx";
import type { Category } from "../category-icon.tsx";

export interface Task {
  id: string;
  title: string;
  category: Category;
  description: string | null;
  assignee: string | null;
  isCompleted: boolean;
  /** A change of it waits for a connection. */
  isWaiting?: boolean;
  due: {
    instant: string;
    local: string;
    label: string;
    day: string | null;
    isOverdue: boolean;
  } | null;
  reading: { words: string; undatedTitle: string; skippedTime: string | null } | null;
  others: { dues: { local: string; label: string }[]; categories: Category[] } | null;
  reminderChoices: { minutesBefore: number; label: string }[];
  remindsAt: string | null;
  delegation: CardDelegation | null;
  possibleChild: string | null;
  repeats: {
    words: string;
    hasNext: boolean;
    missed: string | null;
    /** "Done for Tuesday", of one that was done late. */
    doneFor?: string;
    undatedBreak: string | null;
    turn: "yours" | "theirs" | "anyone" | null;
  } | null;
}
