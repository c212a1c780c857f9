import type { CardDelegation } from "#app/components/delegation/delegation-link.tsx";
import type { Category } from "../category-icon.tsx";

export interface Task {
  id: string;
  title: string;
  category: Category;
  description: string | null;
  assignee: string | null;
  isCompleted: boolean;
  due: { instant: string; label: string; isOverdue: boolean } | null;
  reading: { words: string; undatedTitle: string } | null;
  others: { dues: { local: string; label: string }[]; categories: Category[] } | null;
  isUnreminded: boolean;
  delegation: CardDelegation | null;
  repeats: { words: string; missed: string | null } | null;
}
