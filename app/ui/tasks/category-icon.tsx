import { Icon } from "../icons/icon.tsx";
import type { categories } from "#app/domain/core/limits.ts";

export type Category = (typeof categories)[number];

const icons = { Kids: "baby", Household: "house", Elders: "heart-handshake" } as const;

/** Shows an icon, because color alone must not distinguish categories. */
export function CategoryIcon({ category }: { category: Category }) {
  return <Icon name={icons[category]} />;
}
