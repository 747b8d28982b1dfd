Bun.serve({
  hostname: "127.0.0.1",
  port: process.env.PORT,
  async fetch() {
    const answer = await fetch(`http://127.0.0.1:${process.env.BACK_PORT}/`);
    return new Response(await answer.text());
  },
});
