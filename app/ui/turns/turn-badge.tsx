import { faceOf } from "../kit/face.ts";

export type Turn = "yours" | "theirs" | "anyone" | null;

interface TurnBadgeProps {
  turn: Turn;
  assignee: string | null;
  /** The number of the assignee's color. */
  face: number | undefined;
}

/** Shows "Sam's turn", or the person who was assigned by hand. */
export function TurnBadge({ turn, assignee, face }: TurnBadgeProps) {
  if (!assignee)
    return turn === "anyone" ? <span className="badge">Anyone can take it</span> : null;
  const badge = { className: "badge", ...faceOf(assignee, face) };
  if (turn === "yours") return <span {...badge}>Your turn</span>;
  if (turn !== "theirs") return <bdi {...badge}>{assignee}</bdi>;
  return (
    <span {...badge}>
      <bdi>{assignee}</bdi>'s turn
    </span>
  );
}
