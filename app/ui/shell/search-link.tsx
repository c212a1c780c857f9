import { Link, useLocation } from "@remix-run/react";
import { Icon } from "../icons/icon.tsx";

export function SearchLink() {
  const isHere = useLocation().pathname === "/search";
  return (
    <Link
      to="/search"
      className="shell-search"
      aria-label="Search"
      aria-current={isHere ? "page" : undefined}
      aria-keyshortcuts="Control+K Meta+K"
      discover="none"
    >
      <Icon name="search" />
    </Link>
  );
}
