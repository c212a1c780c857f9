import { Baby, HeartHandshake, House } from "lucide-react";
import type { categories } from "#app/domain/core/limits.ts";

export type Category = (typeof categories)[number];

const icons = { Kids: Baby, Household: House, Elders: HeartHandshake };

/** Color alone must not distinguish categories. */
export function CategoryIcon({ category }: { category: Category }) {
  const Icon = icons[category];
  return <Icon className="icon" aria-hidden="true" />;
}
