interface Stars {
  total: number;
  goal: { words: string; stars: number; have: number } | null;
}

/** Counts a child's stars, with nobody else's beside them. */
export function ChildStars({ total, goal }: Stars) {
  const count = `${total} ${total === 1 ? "star" : "stars"}`;
  if (!goal)
    return (
      <p className="child-stars">
        <strong>★ {count}</strong>
      </p>
    );
  const { words, stars } = goal;
  const have = Math.min(goal.have, stars);
  const left = stars - have;
  return (
    <div className="child-stars">
      <p>
        <strong>★ {count}</strong>{" "}
        {left > 0 ? (
          <span>
            · {left} more for: <bdi>{words}</bdi>
          </span>
        ) : (
          <span>
            · You made it: <bdi>{words}</bdi>!
          </span>
        )}
      </p>
      <progress max={stars} value={have} aria-label={`${have} of ${stars} stars for: ${words}`} />
    </div>
  );
}
