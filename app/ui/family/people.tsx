import { Link } from "@remix-run/react";
import { faceOf } from "../kit/face.ts";

interface Person {
  id: string;
  name: string;
  face: number;
  isYou: boolean;
  thisWeek: number;
  aboutThisWeek: number;
  doneThisMonth: number;
  awayUntil: string | null;
}

/** @param others the number of people who are not listed */
export function FamilyPeople({ people, others }: { people: Person[]; others: number }) {
  return (
    <section aria-labelledby="people-heading">
      <h2 id="people-heading" className="sr-only">
        People
      </h2>
      <ul className="people">
        {people.map((person) => (
          <PersonTile key={person.id} {...person} />
        ))}
      </ul>
      {others > 0 && (
        <Link className="text-link" to="/family?people=all" preventScrollReset discover="none">
          {others} more {others === 1 ? "person" : "people"}
        </Link>
      )}
    </section>
  );
}

function PersonTile(person: Person) {
  const { id, name, face, isYou, doneThisMonth, awayUntil } = person;
  const week = describeWeek(person);
  return (
    <li>
      <Link className="person-name" to={`/people/${id}`} discover="none" {...faceOf(name, face)}>
        <bdi>
          {name}
          {isYou && " (you)"}
        </bdi>
      </Link>{" "}
      <Link
        className="person-week"
        to={`/week?who=${id}`}
        aria-label={`${week}: ${name}`}
        discover="none"
      >
        {week}
      </Link>{" "}
      <span className="hint">{doneThisMonth} done this month</span>{" "}
      {awayUntil && <span className="badge">Away until {awayUntil}</span>}
    </li>
  );
}

/** "2 this week", or "This week: 2 to do, 1 about Emma". */
function describeWeek({ name, isYou, thisWeek, aboutThisWeek }: Person): string {
  if (aboutThisWeek === 0) return `${thisWeek} this week`;
  const toDo = thisWeek === 0 ? "" : `${thisWeek} to do, `;
  return `This week: ${toDo}${aboutThisWeek} about ${isYou ? "you" : name}`;
}
