export type Turn = "yours" | "theirs" | "anyone" | null;

/** Shows "Sam's turn", or the person who was assigned by hand. */
export function TurnBadge({ turn, assignee }: { turn: Turn; assignee: string | null }) {
  if (!assignee)
    return turn === "anyone" ? <span className="badge">Anyone can take it</span> : null;
  if (turn === "yours") return <span className="badge">Your turn</span>;
  if (turn !== "theirs") return <bdi className="badge">{assignee}</bdi>;
  return (
    <span className="badge">
      <bdi>{assignee}</bdi>'s turn
    </span>
  );
}
