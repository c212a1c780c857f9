import { Baby, HeartHandshake, House } from "lucide-react";
import type { categories } from "#app/domain/tasks/limits.ts";

export type Category = (typeof categories)[number];

const icons = { Kids: Baby, Household: House, Elders: HeartHandshake };

/** A category's icon; its word stands beside it, so that colour is never all that tells them apart. */
export function CategoryIcon({ category }: { category: Category }) {
  const Icon = icons[category];
  return <Icon className="icon" aria-hidden="true" />;
}
