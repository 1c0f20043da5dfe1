//! `options`: lists, shows or sets them.

use super::super::command::Request;
use super::super::options::Effect;
use super::super::reply::{Answer, Reply};
use super::super::session_game::SessionGame;

const NAME: &str = "the name of an option";
const VALUE: &str = "a value";

pub(super) fn options<G: SessionGame>(request: &mut Request<'_, G>) -> Result<Answer, Reply> {
    let Some(keyword) = request.words.next() else {
        return Ok(Reply::Lines(request.state.options.lines()).into());
    };
    let name = match keyword.to_ascii_lowercase().as_str() {
        "get" => request.words.expect(NAME)?,
        "set" => {
            let name = request.words.expect(NAME)?;
            let value = request.words.expect(VALUE)?;
            request.words.end()?;
            set(request, name, value)?;
            name
        }
        _ => return Err(request.words.wrong("`get` or `set`").into()),
    };
    request.words.end()?;
    Ok(Reply::line(request.state.options.get(name).map_err(Reply::error)?).into())
}

fn set<G: SessionGame>(request: &mut Request<'_, G>, name: &str, value: &str) -> Result<(), Reply> {
    let mut changed = request.state.options.clone();
    let effect = changed.set(name, value).map_err(Reply::error)?;
    if effect == Effect::OnEngine && changed != request.state.options {
        request.engine.configure(&changed).map_err(Reply::error)?;
    }
    request.state.options = changed;
    Ok(())
}
