import { Link } from "@remix-run/react";

export function OverdueBanner({ count }: { count: number }) {
  return (
    <p className="overdue-banner">
      {count === 1 ? "1 task is overdue." : `${count} tasks are overdue.`}{" "}
      <Link className="text-link" to="/overdue" preventScrollReset>
        {count === 1 ? "Take a look" : "Review them"}
      </Link>
    </p>
  );
}
