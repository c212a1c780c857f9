import type { IconName } from "./icon-names.ts";
import icons from "./icons.svg?url";

/** The words beside it name the action; screen readers skip the icon. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${icons}#${name}`} />
    </svg>
  );
}
