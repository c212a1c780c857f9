import { Link, useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { Icon } from "../icons/icon.tsx";

/** Ctrl-K and, on a Mac, Command-K also open the page, or go to its field. */
export function SearchLink() {
  const isHere = useLocation().pathname === "/search";
  const navigate = useNavigate();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isShortcut || event.key.toLowerCase() !== "k") return;
      // In a dialog, it would leave a form behind.
      if (document.querySelector("dialog[open]")) return;
      event.preventDefault();
      const field = isHere && document.querySelector<HTMLInputElement>("#q");
      if (field) {
        field.focus();
        field.select();
        return;
      }
      navigate("/search");
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isHere, navigate]);
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
