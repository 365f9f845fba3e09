@echo off
rem Runs Maven: the installed one if it is at least 3.8.6, else the release pinned in
rem .mvn\wrapper\maven-wrapper.properties, downloaded, checked and unpacked once.
rem See mvnw for the variables that it honours.
setlocal
set "MAVEN="
set "FIND=powershell -NoProfile -ExecutionPolicy Bypass -File "%~dp0.mvn\wrapper\find-maven.ps1""
for /f "usebackq tokens=1,* delims==" %%a in (`%FIND%`) do set "%%a=%%b"
if not defined MAVEN exit /b 1
call "%MAVEN%" %*
exit /b %ERRORLEVEL%
