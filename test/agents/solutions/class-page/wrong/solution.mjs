// A request for each member: what the class itself says is not used.
export async function loadClassPage({ url, token }, classId) {
  const ask = async (query, variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    return (await response.json()).data;
  };
  const data = await ask('query ($id: ID!) { class(id: $id) { name course { name } } }', { id: classId });
  if (!data.class) return null;
  const members = async (kind) => {
    const list = await ask(
      `query ($id: ID!) { class(id: $id) { ${kind} { user { firstName lastName handle } } } }`,
      {
        id: classId,
      },
    );
    return list.class[kind].map(
      ({ user }) => [user.firstName, user.lastName].filter(Boolean).join(' ') || user.handle,
    );
  };
  return {
    name: data.class.name,
    course: data.class.course.name,
    instructors: await members('instructors'),
    students: await members('students'),
  };
}
