// Shows the API's own description as a page. Everything is set as text; nothing of it becomes markup.
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const DEPTH_MAX = 4;

show();

async function show() {
  const calls = document.getElementById('calls');
  try {
    const answer = await fetch('/api/openapi.json');
    const description = await answer.json();
    const sections = callsOf(description).map((call) => section(call, description));
    document.getElementById('contents').replaceChildren(contents(sections));
    calls.replaceChildren(...sections);
  } catch (error) {
    calls.replaceChildren(element('p', `The description could not be loaded: ${error.message}`));
  }
  calls.removeAttribute('aria-busy');
}

function callsOf(description) {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => method in methods).map((method) => ({
      path,
      method,
      ...methods[method],
    })),
  );
}

function contents(sections) {
  const list = document.createElement('ul');
  for (const { id, dataset } of sections) {
    const link = element('a', dataset.name);
    link.href = `#${id}`;
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  return list;
}

function section(call, description) {
  const place = document.createElement('section');
  place.id = call.operationId;
  place.dataset.name = `${call.method.toUpperCase()} ${call.path}`;
  const heading = document.createElement('h2');
  const method = element('span', call.method.toUpperCase());
  method.className = 'method';
  heading.append(method, ` ${call.path}`);
  place.append(heading, element('p', call.summary ?? ''));
  if (call.parameters?.length) {
    place.append(element('h3', 'Parameters'), definitions(call.parameters.map(parameterRow)));
  }
  const body = call.requestBody?.content['application/json']?.schema;
  if (body) {
    place.append(element('h3', 'Body'), code(sample(body, description)));
  }
  place.append(
    element('h3', 'Answers'),
    definitions(Object.entries(call.responses).map((row) => answerRow(row, description))),
  );
  const answer = call.responses['200']?.content?.['application/json']?.schema;
  if (answer) {
    place.append(code(sample(answer, description)));
  }
  return place;
}

function parameterRow({ name, in: place, description }) {
  return [name, `${description ?? ''} (${place})`];
}

function answerRow([status, response], description) {
  const shared = description.components.responses[response.$ref?.split('/').at(-1)];
  return [status, (shared ?? response).description];
}

function definitions(rows) {
  const list = document.createElement('dl');
  for (const [name, text] of rows) {
    const term = document.createElement('dt');
    term.append(element('code', name));
    list.append(term, element('dd', text));
  }
  return list;
}

/** What a value of this schema looks like, with the names of types in the places of values. */
function sample(schema, description, depth = 0) {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    return depth > DEPTH_MAX
      ? name
      : sample(description.components.schemas[name], description, depth + 1);
  }
  const variants = schema.allOf ?? schema.oneOf?.filter((variant) => variant.type !== 'null');
  if (variants) {
    const samples = variants.map((variant) => sample(variant, description, depth));
    return samples.every((value) => typeof value === 'object')
      ? Object.assign({}, ...samples)
      : samples[0];
  }
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, sample(value, description, depth)]),
    );
  }
  if (schema.items) {
    return [sample(schema.items, description, depth + 1)];
  }
  return schema.enum?.join(' | ') ?? [schema.type].flat().join(' | ');
}

function code(value) {
  const block = document.createElement('pre');
  block.tabIndex = 0;
  block.append(element('code', JSON.stringify(value, null, 2)));
  return block;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
