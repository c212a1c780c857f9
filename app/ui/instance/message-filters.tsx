import { Link } from "@remix-run/react";

const labels = {
  all: "All",
  waiting: "Waiting",
  sent: "Sent",
  failed: "Failed",
  "not-sent": "Not sent",
};

export function MessageFilters({ current }: { current: keyof typeof labels }) {
  return (
    <nav aria-label="Filter messages">
      <ul className="filters">
        {Object.entries(labels).map(([group, label]) => (
          <li key={group}>
            <Link
              to={`/preferences/instance/deliveries?show=${group}`}
              className="chip"
              aria-current={group === current ? "page" : undefined}
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
