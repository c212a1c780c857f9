import { Link } from "@remix-run/react";

export function FamilyLinks() {
  return (
    <p className="mt-6 flex flex-wrap gap-4">
      <Link className="text-link" to="/family/month">
        Who did what this month
      </Link>
      <Link className="text-link" to="/family/away">
        Who is away, and when
      </Link>
    </p>
  );
}
