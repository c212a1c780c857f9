import { request } from "node:http";

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  /** A string has a Content-Length; an array is chunked. */
  body?: string | Buffer | (string | Buffer)[];
  /** False sends no Host header. */
  setHost?: boolean;
}

const formPost = { "content-type": "application/x-www-form-urlencoded" };

/** Sends what `fetch` would not: any method, Host, Origin, raw path or chunked body. */
export function rawRequest(
  url: string,
  path: string,
  options: RawRequest = {},
): Promise<RawAnswer> {
  const { method = "GET", headers = {}, body, setHost = true } = options;
  const { hostname, port } = new URL(url);
  const parts = Array.isArray(body) ? body : [body ?? ""];
  const length =
    body === undefined || Array.isArray(body) ? {} : { "content-length": Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request({
      hostname,
      port,
      path,
      method,
      setHost,
      agent: false,
      headers: { ...length, ...headers },
    });
    sent.once("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => (text += chunk));
      response.once("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
      response.once("error", reject);
    });
    // A server may stop reading once it has responded. The response counts.
    sent.on("error", reject);
    for (const part of parts) if (part.length > 0) sent.write(part);
    sent.end();
  });
}

export function rawPost(
  url: string,
  path: string,
  fields: Record<string, string> | string | Buffer | (string | Buffer)[],
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  const isBody = typeof fields === "string" || Buffer.isBuffer(fields) || Array.isArray(fields);
  const body = isBody ? fields : String(new URLSearchParams(fields));
  return rawRequest(url, path, { method: "POST", body, headers: { ...formPost, ...headers } });
}
