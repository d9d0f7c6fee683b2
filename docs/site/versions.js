// Fills the choice of versions on every page. `versions` has the pages of each version, the latest first.
const root = new URL(".", document.currentScript.src).href;
const [current, ...rest] = location.href.slice(root.length).split(/[?#]/)[0].split("/");
for (const choice of document.querySelectorAll(".version-switch")) {
  choice.replaceChildren(...Object.keys(versions).map((name) => new Option(name, name, false, name === current)));
  choice.onchange = () => {
    const page = rest.join("/");
    location.href = `${root}${choice.value}/${versions[choice.value].includes(page) ? page : "docs/index.html"}`;
  };
}
