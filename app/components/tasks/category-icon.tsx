import { Baby, HeartHandshake, House } from "lucide-react";
import type { categories } from "#app/domain/core/limits.ts";

export type Category = (typeof categories)[number];

const icons = { Kids: Baby, Household: House, Elders: HeartHandshake };

/** Stands beside the category's name: colour alone must not tell them apart. */
export function CategoryIcon({ category }: { category: Category }) {
  const Icon = icons[category];
  return <Icon className="icon" aria-hidden="true" />;
}
