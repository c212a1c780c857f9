import type { IconName } from "./icon-names.ts";
import icons from "./icons.svg?url";

/** The text beside it names the action, so screen readers skip the icon. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${icons}#${name}`} />
    </svg>
  );
}
