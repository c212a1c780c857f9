import { anyone } from "#app/domain/tasks/lists/whose-input.ts";
import { faceOf } from "../kit/face.ts";

export interface Whose {
  people: readonly { id: string; name: string; face: number }[];
  /** The id of the person whose tasks are shown, or `anyone`; null for everyone's. */
  whose: string | null;
}

interface WhoseLinksProps extends Whose {
  urlOf: (whose: string | null) => string;
}

/** Leads to the tasks of each person. A person alone has nothing to choose. */
export function WhoseLinks({ people, whose, urlOf }: WhoseLinksProps) {
  if (people.length < 2 && whose === null) return null;
  const link = (to: string | null) => ({
    href: urlOf(to),
    "aria-current": to === whose ? ("true" as const) : undefined,
  });
  return (
    <nav className="whose" aria-label="Whose tasks">
      <a {...link(null)}>Everyone</a>
      {people.map(({ id, name, face }) => (
        <a key={id} {...link(id)} {...faceOf(name, face)} dir="auto">
          {name}
        </a>
      ))}
      <a {...link(anyone)}>Anyone</a>
    </nav>
  );
}

/** Returns "Sam" or "Anyone"; null if the tasks of all are shown. */
export function nameOfWhose({ people, whose }: Whose): string | null {
  if (whose === anyone) return "Anyone";
  return people.find(({ id }) => id === whose)?.name ?? null;
}
