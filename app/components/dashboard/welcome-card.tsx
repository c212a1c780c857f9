import { Form, Link } from "@remix-run/react";
import { X } from "lucide-react";

const counted = ["", "One question", "Two questions", "Three questions"];

export function WelcomeCard({ openCount }: { openCount: number }) {
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
        <button type="submit" className="banner-dismiss" aria-label="No, thanks" aria-describedby="welcome-card">
          <X className="icon" aria-hidden="true" />
        </button>
      </Form>
    </section>
  );
}
