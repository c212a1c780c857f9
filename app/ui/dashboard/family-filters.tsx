import { Link } from "@remix-run/react";
import type { FamilyFilter } from "#app/domain/tasks/input.ts";

/** Specification, section 2. */
const labels: Record<FamilyFilter, string> = {
  all: "All Tasks",
  week: "This Week",
  kids: "Kids Only",
  household: "Household Only",
  elders: "Elders Only",
};

export function FamilyFilters({ current }: { current: FamilyFilter }) {
  return (
    <nav aria-label="Filter tasks">
      <ul className="filters">
        {Object.entries(labels).map(([filter, label]) => (
          <li key={filter}>
            <Link
              to={`/family?filter=${filter}`}
              className="chip"
              aria-current={filter === current ? "page" : undefined}
              preventScrollReset
              discover="none"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
