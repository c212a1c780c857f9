import { ButtonForm } from "../shell/page-form.tsx";

interface GiftsProps {
  /** The address of the stars' page. */
  page: string;
  gifts: {
    id: string;
    stars: number;
    reason: string;
    givenOn: string;
    givenBy: string | null;
    isOwn: boolean;
  }[];
}

/** A toast goes away, and the stars that were given by mistake would stay. */
export function Gifts({ page, gifts }: GiftsProps) {
  return (
    <section aria-labelledby="gifts">
      <h2 id="gifts" className="section-title mb-2">
        Given lately
      </h2>
      <ul className="rows">
        {gifts.map(({ id, stars, reason, givenOn, givenBy, isOwn }) => (
          <li key={id} className="row">
            <h3 className="row-name" dir="auto">
              {reason}
            </h3>
            <p className="row-facts">
              <span>
                {stars} {stars === 1 ? "star" : "stars"}
              </span>
              <span>{givenOn}</span>
              {givenBy !== null && (
                <span>
                  by <bdi>{isOwn ? "you" : givenBy}</bdi>
                </span>
              )}
            </p>
            {isOwn && (
              <ButtonForm action={`${page}/${id}/take-back`} className="row-actions">
                <button type="submit" className="row-button" aria-label={`Take back: ${reason}`}>
                  Take back
                </button>
              </ButtonForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
