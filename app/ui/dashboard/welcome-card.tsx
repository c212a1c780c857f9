import { Form, Link, useRouteLoaderData } from "@remix-run/react";
import { Icon } from "../icons/icon.tsx";

const counted = ["", "One question", "Two questions", "Three questions"];

/**
 * Every page knows the number of questions, so the card does not appear later than the dashboard's
 * skeleton.
 */
export function WelcomeCard() {
  const openCount = useRouteLoaderData<{ openQuestions: number }>("root")?.openQuestions ?? 0;
  if (openCount === 0) return null;
  return (
    <section className="banner welcome-card" aria-labelledby="welcome-card">
      <div className="welcome-card-words">
        <h2 id="welcome-card" className="font-bold">
          <Link className="text-link" to="/welcome">
            {counted[Math.min(openCount, 3)]}
          </Link>
        </h2>
        <p className="hint">about your family</p>
      </div>
      <Form method="post" action="/welcome/skip">
        <button
          type="submit"
          className="banner-dismiss"
          aria-label="No, thanks"
          aria-describedby="welcome-card"
        >
          <Icon name="x" />
        </button>
      </Form>
    </section>
  );
}
